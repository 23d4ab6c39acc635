// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IForwarder} from "../../../gateway/interfaces/IForwarder.sol";
import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {AsyncDeployer} from "./AsyncDeployer.sol";

/// @title What every forwarder runs, behind its beacon proxy
/// @notice It keeps nothing: what it stands for is asked from the one that deployed it. So there is nothing to set up, and
/// nothing that somebody else could set up first.
contract Forwarder is IForwarder {
    IWatcher private immutable _watcher;
    AsyncDeployer private immutable _deployer;

    constructor(IWatcher watcher_, AsyncDeployer deployer_) {
        _watcher = watcher_;
        _deployer = deployer_;
    }

    /// @dev Whatever the app gateway calls, the contract on the other chain is to be called with. Its answer comes later,
    /// so there is none here.
    // solhint-disable-next-line no-complex-fallback
    fallback() external {
        (address onChainAddress, uint32 chainSlug) = _deployer.originOf(address(this));
        _watcher.queueCall(msg.sender, chainSlug, onChainAddress, msg.data);
    }

    /// @inheritdoc IForwarder
    function getOnChainAddress() external view returns (address onChainAddress) {
        (onChainAddress, ) = _deployer.originOf(address(this));
    }

    /// @inheritdoc IForwarder
    function getChainSlug() external view returns (uint32 chainSlug) {
        (, chainSlug) = _deployer.originOf(address(this));
    }
}
