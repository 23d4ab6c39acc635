// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AppGatewayBase, IsPlug} from "../../gateway/evmx/base/AppGatewayBase.sol";
import {Board} from "./Board.sol";

/// @dev The board's functions as they are called on its forwarders.
interface IBoard {
    function write(uint256 amount) external;
    function upload(bytes calldata data) external;
    function close() external;
    function total() external;
}

/// @title App gateway with a board on each chain
abstract contract BoardApp is AppGatewayBase {
    bytes32 public board = _createContractId("board");

    constructor(address addressResolver_, uint256 fees_) {
        creationCodeWithArgs[board] = abi.encodePacked(type(Board).creationCode);
        _setMaxFees(fees_);
        _initializeAppGateway(addressResolver_);
    }

    function deployContracts(uint32 chainSlug_) external async {
        _deploy(board, chainSlug_, IsPlug.YES);
    }

    function _boardOn(uint32 chainSlug_) internal view returns (IBoard) {
        return IBoard(forwarderAddresses[board][chainSlug_]);
    }
}
