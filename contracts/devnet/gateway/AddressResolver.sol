// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IAddressResolver} from "../../gateway/interfaces/IAddressResolver.sol";
import {IAsyncDeployer} from "../../gateway/interfaces/IAsyncDeployer.sol";
import {IFeesManager} from "../../gateway/interfaces/IFeesManager.sol";
import {IWatcher} from "../../gateway/interfaces/IWatcher.sol";

/// @title Directory of the gateway chain
/// @notice It is deployed with precomputed addresses of the other contracts and never changes.
contract AddressResolver is IAddressResolver {
    /// @inheritdoc IAddressResolver
    IWatcher public immutable watcher__;
    /// @inheritdoc IAddressResolver
    IFeesManager public immutable feesManager__;
    /// @inheritdoc IAddressResolver
    IAsyncDeployer public immutable asyncDeployer__;

    constructor(IWatcher watcher_, IFeesManager feesManager_, IAsyncDeployer asyncDeployer_) {
        watcher__ = watcher_;
        feesManager__ = feesManager_;
        asyncDeployer__ = asyncDeployer_;
    }
}
