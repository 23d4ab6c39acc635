// SPDX-License-Identifier: MIT
pragma solidity ^0.8.21;

import {IAsyncDeployer} from "./IAsyncDeployer.sol";
import {IFeesManager} from "./IFeesManager.sol";
import {IWatcher} from "./IWatcher.sol";

/// @title Says where the gateway's contracts are
/// @notice The one address that an app gateway is deployed with.
interface IAddressResolver {
    function watcher__() external view returns (IWatcher);
    function feesManager__() external view returns (IFeesManager);
    function asyncDeployer__() external view returns (IAsyncDeployer);
}
