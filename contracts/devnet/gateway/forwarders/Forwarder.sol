// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IForwarder} from "../../../gateway/interfaces/IForwarder.sol";
import {IWatcher} from "../../../gateway/interfaces/IWatcher.sol";
import {AsyncDeployer} from "./AsyncDeployer.sol";

/// @title Implementation of every forwarder, behind its beacon proxy
/// @notice It has no storage: the deployer knows which contract each forwarder represents. So there is nothing to
/// initialize, and nothing that someone else could initialize first.
contract Forwarder is IForwarder {
    IWatcher private immutable _watcher;
    AsyncDeployer private immutable _deployer;

    constructor(IWatcher watcher_, AsyncDeployer deployer_) {
        _watcher = watcher_;
        _deployer = deployer_;
    }

    /// @dev Queues the app gateway's call for the contract on the other chain. The result arrives later, so nothing is
    /// returned here.
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
